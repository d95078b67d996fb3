^XA^CF0,30
^CC!
!FO10,10!FDcaret ^ is data!FS
!CD;
!FO10;50!A0N;30;20!FDsemicolons, here!FS
!CC^^CD,
^FO10,90^FDback again^FS
~CT+
^FO10,130^FDtilde ~DG is data^FS
+CT~
^XZ