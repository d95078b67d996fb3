^XA^CF0,26^CI13
^FO8,8^GB164,174,1^FS
^FO10,10^FB160,6,0,L^FDincomprehensibilities x^FS
^FO198,8^GB134,174,1^FS
^FO200,10^FB130,6,0,L^FDsoft hy\-phen\-ation is used \\ back^FS
^XZ