^XA
^FO8,8^GB184,84,1^FS
^FO10,10^A0N,30^TBN,180,80^FDwords <<> that do not fit here are cut^FS
^FO208,8^GB174,64,1^FS
^FO210,10^ADN,18,10^TBN,170,60^FDfont D words that do not fit are cut^FS
^XZ