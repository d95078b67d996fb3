^XA^BY2
^FO20,20^B7N,4,5,3,,N^FDsecurity five^FS
^XZ