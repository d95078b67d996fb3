^XA
^CI28
^PW812
^LL1218
^LH0,0
^FX A carrier label of the usual kind: 2 kB, 20 placeholders, one Code 128
^FO30,25^A0N,50,50^FD{carrier}^FS
^FO550,25^A0N,25,22^FD{service}^FS
^FO550,55^A0N,18,16^FD{product}^FS
^FO30,90^GB752,0,3^FS
^FX Sender
^FO30,105^A0N,18,16^FDFROM:^FS
^FO30,130^A0N,22,20^FD{from_name}^FS
^FO30,160^A0N,18,16^FD{from_street}^FS
^FO30,185^A0N,18,16^FD{from_city} {from_postcode}^FS
^FO30,210^A0N,16,14^FD{from_country}^FS
^FO30,240^GB752,0,2^FS
^FX Recipient
^FO30,260^A0N,18,16^FDDELIVER TO:^FS
^FO30,290^A0N,35,32^FH^FD{to_name}^FS
^FO30,330^A0N,28,25^FH^FD{to_company}^FS
^FO30,365^A0N,28,25^FH^FD{to_street}^FS
^FO30,400^A0N,35,32^FH^FD{to_city}^FS
^FO30,440^A0N,45,42^FD{to_postcode}^FS
^FO30,490^A0N,18,16^FDMobile: {to_phone}^FS
^FO30,525^GB752,0,2^FS
^FX Routing
^FO550,265^GB220,130,3^FS
^FO570,285^A0N,55,50^FD{route}^FS
^FO570,345^A0N,40,38^FD{depot}^FS
^FO30,545^A0N,25,22^FDSERVICE: STANDARD DELIVERY^FS
^FO30,575^A0N,20,18^FD2-4 WORKING DAYS^FS
^FO30,610^GB752,0,2^FS
^FX Handling
^FO430,545^A0N,20,18^FDHANDLE WITH CARE^FS
^FO430,575^A0N,20,18^FDKEEP DRY^FS
^FX Tracking
^FO30,635^A0N,20,18^FDPARCEL ID:^FS
^FO30,665^A0N,30,28^FD{tracking}^FS
^FO30,715^BY3,3,150^BCN,150,Y,N,N^FD{tracking}^FS
^FO30,895^GB752,0,2^FS
^FX Shipment
^FO30,915^A0N,18,16^FDWEIGHT: {weight} KG^FS
^FO200,915^A0N,18,16^FDITEM: {item} OF {items}^FS
^FO400,915^A0N,18,16^FDREF: {reference}^FS
^FO30,945^A0N,16,14^FDSAFE PLACE: {safe_place}^FS
^FO30,980^GB752,2,2^FS
^FO30,1010^FB752,3,4,L^A0N,22,20^FDThis parcel was checked in by the sender. If it cannot be delivered return it to the address above; do not bend, keep dry.^FS
^FO30,1110^GB752,0,2^FS
^FO30,1130^A0N,14,12^FDPrinted by Platen^FS
^FO400,1130^A0N,14,12^FDTerms of carriage apply to every parcel that bears this label; see the back.^FS
^FO30,1155^A0N,14,12^FDQuestions: call the depot named above on any working day from 8 to 18 and give the parcel id.^FS
^PQ1
^XZ
