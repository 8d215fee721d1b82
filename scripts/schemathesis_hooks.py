"""What Schemathesis can't know from docs/openapi.json; scripts/schemathesis.ts loads this."""

import unicodedata
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
    # Made up, it names somebody else, and every route refuses it.
    if case.headers:
        case.headers.pop("Guildhall-Acting-As", None)
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


def texts_in(value):
    """All texts within a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for entry in value.values():
            yield from texts_in(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from texts_in(entry)


def may_be_shorter(text):
    """Whether a long text has what does not count: marks, blanks, and what is never seen (shared/core/text.ts)."""
    return len(text) > 50 and any(unicodedata.category(letter)[0] in "CMZ" for letter in text)


@schemathesis.hook
def filter_case(context, case):
    """A text that is too long only as long as nothing is taken out of it tells nothing."""
    if case.meta is None or case.meta.generation.mode.is_positive:
        return True
    return not any(may_be_shorter(text) for part in (case.body, case.query) for text in texts_in(part))
