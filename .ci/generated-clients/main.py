"""Calls the service by the client that openapi-python-client made."""

import json
import os
from uuid import UUID

from platen_label_api_client import AuthenticatedClient
from platen_label_api_client.api.labels import list_labels
from platen_label_api_client.api.output import print_labels, render_label
from platen_label_api_client.models import PrintRequest, RenderRequest, RenderRequestFormat, Variables

client = AuthenticatedClient(base_url=os.environ["PLATEN_URL"], token=os.environ["PLATEN_KEY"])
label = UUID(os.environ["PLATEN_LABEL"])
variables = Variables.from_dict(json.loads(os.environ["PLATEN_VARIABLES"]))


def render(format: RenderRequestFormat) -> bytes:
    request = RenderRequest(variables=variables, format_=format)
    # The bytes: `parsed` takes a picture for text, the first media type of the answer.
    return render_label.sync_detailed(label, client=client, body=request).content


print("labels", len(list_labels.sync(client=client).data))
print("png", render(RenderRequestFormat.PNG)[:4].hex())
print("zpl", render(RenderRequestFormat.ZPL)[:3].decode())

job = PrintRequest(records=[variables, variables], copies=2)
valid = print_labels.sync_detailed(label, client=client, body=job, validate=True)
print("valid", json.loads(valid.content)["labels"])
printed = print_labels.sync_detailed(label, client=client, body=job)
print("printed", printed.headers["X-Svc-Label-Count"], printed.parsed[:3])

both = PrintRequest(records=[variables], variables=variables)
print("refused", print_labels.sync(label, client=client, body=both).error)
