^XA^CFD
^FO8,8^GB364,184,1^FS
^FO10,10^FB360,8,2,L,40^FDfirst line stands out, the rest is indented\&after a break it stands out again and is indented^FS
^XZ