// What every page of the desk has beside desk.js: running clocks, and forms that wait while the server is away.
import "./clock.js";
import "./forms.js";
