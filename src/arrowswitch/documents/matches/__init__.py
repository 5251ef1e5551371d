"""The paper of matches of teams."""
