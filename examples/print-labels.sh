#!/usr/bin/env bash
# Lists labels, draws one, checks a print job and prints it. PLATEN_URL (with its base path) and PLATEN_KEY are set.
# Usage: bash print-labels.sh LABEL_ID HOST:9100
set -euo pipefail
label=${1:?LABEL_ID is missing}
printer=${2:?HOST:9100 is missing}

# TRACKING WEIGHT ITEM: variables as JSON. Values that may have quotes or backslashes need a program such as jq.
parcel() {
  cat << JSON
{
  "recipient": "Zoë Brontë-Smith", "address": "Flat 2A\n45 High Street\nLondon", "area": "SW1A", "unit": "1AA",
  "tracking": "$1", "order_id": "EF-20260315", "weight": "$2", "item": "$3",
  "sender": "Ellwood & Finch Ltd\nManchester M1 2AB", "instructions": "Leave in the porch"
}
JSON
}

# PATH FILE [CURL_OPTION...]: leaves the answer in the file. While the service is busy or the budget is used up, curl
# waits as Retry-After says and asks again, three times and two minutes at most. The key is not among the arguments,
# which other users of the machine can see.
call() {
  local path=$1 file=$2 status
  shift 2
  status=$(curl -sS --max-time 30 --retry 3 --retry-max-time 120 -o "$file" \
    -w '%{http_code} %header{x-svc-error-code}' -H @- -H 'content-type: application/json' "$@" \
    "$PLATEN_URL$path" <<< "x-api-key: $PLATEN_KEY")
  if [ "${status% *}" != 200 ]; then
    echo "HTTP $status: $(cat "$file")" >&2
    return 1
  fi
}

call '/labels?limit=100' labels.json
cat labels.json
echo

call "/labels/$label/render" label.png -d "{\"format\": \"png\", \"variables\": $(parcel NW123456789GB 1.25 '1 of 2')}"

# Nothing is made; the answer has what is wrong with which record.
if ! call "/labels/$label/print?validate=true" checked.json \
  -d "{\"records\": [$(parcel NW123456789GB 1.25 '1 of 2'), $(parcel NW–1 heavy '1 of 2')]}" 2>&1; then
  echo 'This job would not be printed.'
fi

call "/labels/$label/print" job.zpl \
  -d "{\"records\": [$(parcel NW123456789GB 1.25 '1 of 2'), $(parcel NW123456789GB 1.25 '2 of 2')], \"copies\": 2}"

# Sent once. Where the printer breaks off, some labels may be out: look before they are sent again.
cat job.zpl > "/dev/tcp/${printer%:*}/${printer##*:}"
