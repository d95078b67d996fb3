^XA
^FXWarehouse location with check digits, 4 x 6 in at 203 dpi. Layout after a J.C. Penney sample.^FS
^CI28^PW812^LL1218^PON^LH16,10
^CFE,28

^FXThe side that faces the aisle is read from the right^FS
^FWR
^FO640,24^A0,120,110^FD{aisle}-{bay}^FS
^FO560,26^A0,56,52^FDLEVEL {level}^FS
^FO560,590^A0,56,52^FDPOSITION {position}^FS
^FO536,20^GB4,1150,4^FS
^BY4,3,200^FO300,60^BCR,200,N,N,N^FD{location}^FS
^FO222,60^A0,64,60^FD{location}^FS
^FO300,860^BXR,9,200^FD{location}^FS
^FWN
^FO200,20^GB4,1150,4^FS

^FXThe picker says these digits to confirm the place^FS
^FT150,1150^A0B,40,38^FDCHECK^FS
^FO20,20^GB160,300,160^FS
^FO34,60^FR^A0R,140,130^FB220,1,0,C^FD{check}^FS
^BY2,3,90^FO60,380^B3R,N,90,N,N^FD{zone}^FS
^FO30,380^A0R,26,24^FDZONE {zone}^FS
^FO100,800^A0R,28,26^FDMax. {max_load} kg^FS
^FO60,800^A0R,28,26^FDPrinted {DATE}^FS
^XZ
