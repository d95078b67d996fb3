^XA
^FO10,10^A0N,40,20^FDNarrow 40 by 20^FS
^FO10,60^A0N,40,80^FDWide^FS
^FO10,110^A0N,40^FDWidth follows^FS
^FO10,160^A0N,,40^FDHeight follows^FS
^FO10,210^A0N,5,5^FDfive prints as ten^FS
^FO10,230^A0N,10,10^FDfive prints as ten^FS
^FO10,250^A0N,60,60^FD@%WiQ-+^FS
^XZ