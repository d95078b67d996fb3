^XA
^CI28
^FO30,24^A0N,32,32^FDReceived by {name}^FS
^FXsvc-barcode:1;symbology=image;template=%7Bsignature%7D;threshold=128^FS
^FO30,72^GFA,3840,3840,40,:Z64:eNrtkrENwCAMBB9RuCMLkD0YixEYjVEYISNEYoFcESlF/kR5svD7JWOMMcaYv9P3e6ZJi3hVaRKvKA/ihQLtkUdBXpqVBbMaDLAzry3mnZN5x2Be6N159H90X5ofvAe9L+0L7R/tszHS9RE3BWOAbw==:B8AA^FS
^XZ
