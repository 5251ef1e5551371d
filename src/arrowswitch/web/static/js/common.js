// On every page of the desk in addition to desk.js: running clocks, and forms that wait while the server is away.
import "/static/js/clock.js";
import "/static/js/forms.js";
