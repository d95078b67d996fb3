^XA^CF0,30
^FO8,8^GB184,64,1^FS
^FO10,10^FB180,2,0,L^FDone two three four five six seven^FS
^FO208,8^GB164,64,1^FS
^FO210,10^FB160,2,0,L^FDone\&two\&three^FS
^XZ