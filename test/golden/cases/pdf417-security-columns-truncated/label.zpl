^XA^BY2,3,60
^FO20,20^B7N,6,0,3^FDthree columns^FS
^FO420,20^B7N,4,5,3,,N^FDsecurity five^FS
^FO20,220^B7N,6,2,2,8,Y^FDtruncated^FS
^FO420,220^B7N,,1,3,10^FDheight shared^FS
^XZ