^XA^BY2
^FM20,20,380,20^B7N,5,1,3,16^FDstructured append splits this data over two symbols structured append splits this data over two symbols ^FS
^XZ