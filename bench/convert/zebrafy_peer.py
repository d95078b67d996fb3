"""Converts a file with zebrafy as a request on standard input says, and writes times and sizes to standard output.

A request is JSON: file, kind (picture, pdf or dots), calls, and what the kind needs. Milliseconds are of processor
time, a number for each call; the two calls before them are not counted.
"""

import json
import resource
import sys
import time

from PIL import Image
from zebrafy import ZebrafyImage, ZebrafyPDF
from zebrafy.graphic_field import FORMATS


def conversion(request):
    with open(request["file"], "rb") as file:
        data = file.read()
    shared = {"format": "Z64", "dither": request.get("dither", False), "set_label_size": True}
    if request["kind"] == "pdf":
        return lambda: ZebrafyPDF(data, dpi=request["dpi"], **shared).to_zpl()
    return lambda: ZebrafyImage(data, width=request["width"], height=request["height"], **shared).to_zpl()


def sizes(request):
    """Bytes of the label of packed dots, 1 for black, in each format."""
    with open(request["file"], "rb") as file:
        dots = bytes(255 - byte for byte in file.read())
    image = Image.frombytes("1", (8 * request["bytesPerRow"], request["rows"]), dots)
    return {
        name: len(ZebrafyImage(image, format=name, dither=False, set_label_size=True).to_zpl())
        for name in FORMATS
    }


request = json.load(sys.stdin)
answer = {}
if request["kind"] == "dots":
    answer["bytes"] = sizes(request)
else:
    convert = conversion(request)
    times = []
    for _ in range(request["calls"]):
        began = time.process_time()
        convert()
        times.append((time.process_time() - began) * 1000)
    used = resource.getrusage(resource.RUSAGE_SELF)
    answer["ms"] = times[2:] if len(times) > 2 else times
    answer["commandMs"] = (used.ru_utime + used.ru_stime) * 1000
    # The largest set of getrusage begins with that of the parent, of which this process was a copy.
    with open("/proc/self/status", encoding="utf-8") as status:
        answer["peakMiB"] = next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024
json.dump(answer, sys.stdout)
