#!/usr/bin/env python3
"""satisfies_schema.py SCHEMA [DOCUMENT…]: whether JSON documents (standard input without any) satisfy a JSON Schema.

Knows the keywords that docs/schema.json uses, and refuses a schema with any other.
"""
import json
import sys

KNOWN = {"$schema", "$defs", "$ref", "title", "description", "type", "required", "properties", "items", "enum",
         "const", "oneOf", "minimum", "minItems", "maxItems", "additionalProperties"}
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


def has_type(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def faults(value, schema, root, where="$"):
    if set(schema) - KNOWN:
        raise SystemExit(f"the schema uses what this checker does not know: {set(schema) - KNOWN}")
    found = []
    if "$ref" in schema:
        target = root
        for part in schema["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        found += faults(value, target, root, where)
    if "type" in schema:
        types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        if not any(has_type(value, name) for name in types):
            return found + [f"{where}: {json.dumps(value)[:60]} is no {' or '.join(types)}"]
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{where}: {value!r} is none of {schema['enum']}")
    if "const" in schema and value != schema["const"]:
        found.append(f"{where}: {value!r} is not {schema['const']!r}")
    if "minimum" in schema and has_type(value, "number") and value < schema["minimum"]:
        found.append(f"{where}: {value} is below {schema['minimum']}")
    if isinstance(value, dict):
        found += [f"{where}: {key} is missing" for key in schema.get("required", ()) if key not in value]
        for key, member in value.items():
            inner = schema.get("properties", {}).get(key, schema.get("additionalProperties", {}))
            found += faults(member, inner, root, f"{where}.{key}")
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            found.append(f"{where}: {len(value)} items")
        for i, item in enumerate(value):
            found += faults(item, schema.get("items", {}), root, f"{where}[{i}]")
    if "oneOf" in schema:
        attempts = [faults(value, choice, root, where) for choice in schema["oneOf"]]
        if sum(not attempt for attempt in attempts) != 1:
            found += min(attempts, key=len) or [f"{where}: more than one choice fits"]
    return found


def no_constant(name):
    raise ValueError(f"{name} is no JSON")


def main():
    schema = json.load(open(sys.argv[1], encoding="utf-8"))
    status = 0
    for path in sys.argv[2:] or ["-"]:
        text = sys.stdin.read() if path == "-" else open(path, encoding="utf-8").read()
        for fault in faults(json.loads(text, parse_constant=no_constant), schema, schema):
            print(f"{path}: {fault}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
