^XA
^CI28
^BY2^FO40,20^BEN,80,Y,N^FD{ean}^FS
^FO260,20^BQN,2,4^FDQA,https://example.com/{sku}^FS
^XZ
