// A team's page: explanations open over the page.
import { startWhy } from "/static/desk/ranking/why.js";

startWhy();
