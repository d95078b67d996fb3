^XA^BY2,3,60
^FO20,20^B7N,,1,3,10^FDheight shared^FS
^XZ