"""Requests that JSON Schema cannot say the rules of, so that Schemathesis cannot tell whether they are to be taken."""

import json

import schemathesis

MAX_LABELS = 100
MAX_VALUE = 1000
MAX_NAME = 80


@schemathesis.hook
def filter_case(context, case) -> bool:
    return not (is_of_two_kinds(case) or has_too_many_labels(case.body) or has_unsayable_variables(case.body))


def is_of_two_kinds(case) -> bool:
    """`GET /` with `label_id`, which reads one label: it ignores the parameters of lists, and refuses `include`."""
    of_lists = {"limit", "offset", "include"}
    return case.path == "/" and bool(case.query.get("label_id")) and not of_lists.isdisjoint(case.query)


def has_too_many_labels(body) -> bool:
    """The labels of a job are its records times its copies: a product of two members."""
    if not isinstance(body, dict):
        return False
    records, copies = body.get("records", [None]), body.get("copies", 1)
    return (
        isinstance(records, list) and isinstance(copies, (int, float)) and len(records) * copies > MAX_LABELS
    )


def has_unsayable_variables(body) -> bool:
    """Lengths are of UTF-16 units, of arrays and objects those of their JSON; names are compared without blanks around them."""
    if not isinstance(body, dict):
        return False
    records = body.get("records")
    return any(
        has_unsayable_names(record) or any(is_of_unsayable_length(value) for value in record.values())
        for record in [body.get("variables"), *(records if isinstance(records, list) else [])]
        if isinstance(record, dict)
    )


def has_unsayable_names(record: dict) -> bool:
    names = [name.strip() for name in record]
    return len({*names}) < len(names) or any(units(name) > MAX_NAME >= len(name) for name in names)


def is_of_unsayable_length(value) -> bool:
    if isinstance(value, str):
        return units(value) > MAX_VALUE >= len(value)
    return units(json.dumps(value, ensure_ascii=False, separators=(",", ":"))) > MAX_VALUE


def units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
