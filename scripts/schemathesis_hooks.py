"""What Schemathesis can't know from docs/openapi.json; scripts/schemathesis.ts loads this."""

import uuid

import schemathesis
from hypothesis import strategies as st

# A format of our own, whose values no pattern could list.
schemathesis.openapi.format("time-zone", st.sampled_from(["Europe/Zurich", "America/New_York", "Asia/Tokyo", "UTC"]))


@schemathesis.hook
def before_call(context, case, kwargs):
    """What is valid, and refused all the same when it is made up or comes a second time."""
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    # A key is for one request.
    if case.headers and "Idempotency-Key" in case.headers:
        case.headers["Idempotency-Key"] = str(uuid.uuid4())
    # A position in a list comes from the page before.
    if case.query:
        case.query.pop("cursor", None)
    # Sub-tasks with an id have each another one.
    if isinstance(case.body, dict) and isinstance(case.body.get("subtasks"), list):
        seen = set()
        for subtask in case.body["subtasks"]:
            if isinstance(subtask, dict) and subtask.get("id") in seen:
                del subtask["id"]
            elif isinstance(subtask, dict) and "id" in subtask:
                seen.add(subtask["id"])
