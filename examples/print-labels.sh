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

# PATH FILE [CURL_OPTION...]: leaves the answer in the file. While the service is busy or the budget is used up, it
# waits as Retry-After says and asks again, four times in all. curl's --retry would also ask again after failures that
# tell nothing of what was done. The key is not among the arguments, which other users of the machine can see.
call() {
  local path=$1 file=$2 attempt answer status wait code
  shift 2
  for attempt in 1 2 3 4; do
    answer=$(curl -sS --max-time 30 -o "$file" \
      -w '%{http_code},%header{retry-after},%header{x-svc-error-code}' -H @- -H 'content-type: application/json' "$@" \
      "$PLATEN_URL$path" <<< "x-api-key: $PLATEN_KEY") || return 1
    IFS=, read -r status wait code <<< "$answer"
    if [ "$status" = 200 ]; then return; fi
    if [[ ! "$status $wait" =~ ^(429|503)\ [0-9]+$ || $wait -gt 60 || $attempt = 4 ]]; then break; fi
    sleep "$wait"
  done
  echo "HTTP $status $code: $(cat "$file")" >&2
  return 1
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

# Sent once. If the printer breaks off, some labels may be out: look before they are sent again.
cat job.zpl > "/dev/tcp/${printer%:*}/${printer##*:}"
