// A team's page: explanations open over the page.
import { startWhy } from "./why.js";

startWhy();
