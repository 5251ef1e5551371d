// The first plan is on the page at once; better ones are asked for behind it and take its place when they are found.

let isAsking = false;

async function ask() {
  const box = document.getElementById("better");
  const plans = document.getElementById("plans");
  if (!box || !plans || isAsking) return;
  isAsking = true;
  const answer = await fetch(box.dataset.at ?? "").catch(() => null);
  isAsking = false;
  // The page may have been put in place anew while the search was under way: then it asks again.
  if (!box.isConnected) return void ask();
  if (!answer?.ok) return box.remove();
  const typed = plans.querySelector(":focus, form.is-under-way");
  if (typed) box.remove();
  else plans.innerHTML = await answer.text();
}

document.addEventListener("desk:shown", () => void ask());
void ask();
