^XA^FX not printed ^FS^QQ1,2^CF0,30
^FO10,10^FDone^FS^ZZnothing^FS
~ZZ^FO10,50^FDtwo^FS^XZ