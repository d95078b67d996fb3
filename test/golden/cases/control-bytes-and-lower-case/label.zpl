^fo10,10^a0n,30^fdlower
^FO10,60^A0N,30^FDline
breaks	vanish^FS