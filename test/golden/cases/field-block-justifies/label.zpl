^XA^CF0,24
^FO8,8^GB264,154,1^FS
^FO10,10^FB260,6,4,L^FDThe quick brown fox jumps over\&the lazy dog L and then rests a while^FS
^FO308,8^GB264,154,1^FS
^FO310,10^FB260,6,4,C^FDThe quick brown fox jumps over\&the lazy dog C and then rests a while^FS
^FO8,188^GB264,154,1^FS
^FO10,190^FB260,6,4,R^FDThe quick brown fox jumps over\&the lazy dog R and then rests a while^FS
^FO308,188^GB264,154,1^FS
^FO310,190^FB260,6,4,J^FDThe quick brown fox jumps over\&the lazy dog J and then rests a while^FS
^XZ