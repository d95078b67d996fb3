^XA
^FXWarehouse location with check digits, 4 x 6 in at 203 dpi. Layout after a J.C. Penney sample.^FS
^CI28^PW812^LL1218^PON^LH16,10
^CFE,28

^FXAll of it is read from the right, along the shelf^FS
^FWR
^FO590,24^A0,180,160^FD{aisle}-{bay}^FS
^FO680,700^A0,72,68^FDLEVEL {level}^FS
^FO590,700^A0,72,68^FDPOSITION {position}^FS
^FO560,20^GB4,1150,4^FS
^BY4,3,220^FO310,40^BCR,220,N,N,N^FD{location}^FS
^FO224,40^A0,72,68^FD{location}^FS
^FO310,880^BXR,16,200^FD{location}^FS
^FO200,20^GB4,1150,4^FS

^FXThe picker says these digits to confirm the place^FS
^FO20,20^GB160,300,160^FS
^FO146,48^FR^A0,24,22^FDCHECK DIGITS^FS
^FO10,57^FR^A0,120,120^FB260,1,0,C^FD{check}^FS
^BY3,3,110^FO70,380^B3R,N,110,N,N^FD{zone}^FS
^FO30,380^A0,32,30^FDZONE {zone}^FS
^FWN
^FT140,880^A0R,36,34^FDMax. {max_load} kg^FS
^FT90,880^A0R,30,28^FDPrinted {DATE:DD/MM/YYYY}^FS
^XZ
