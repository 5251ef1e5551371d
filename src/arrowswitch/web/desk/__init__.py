"""The director's desk.

To add a page: create a package with a module `routes` that has `router = APIRouter(route_class=DirectorRoute)`, and add
the router to `routers` (`desk/routers.py`). Next to `routes` goes the template, which extends `desk/event.html` and is
shown by `at.show(template, page, tab=...)` (`at.PlaceDep`, `at.EventDep`).
"""
