"""Games of several sessions and sections: the plan, its schemes, its checker."""
