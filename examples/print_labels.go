// Lists labels, draws one, checks a print job and prints it. PLATEN_URL (with its base path) and PLATEN_KEY are set.
// Usage: go run print_labels.go LABEL_ID HOST:9100
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"time"
)

type object map[string]any

// ask sends a request, four times at most while the service is busy or the budget is used up. Refusals are errors.
func ask(path string, body object) ([]byte, error) {
	client, method, sent := http.Client{Timeout: 30 * time.Second}, http.MethodGet, []byte(nil)
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse } // it has the key
	if body != nil {
		method, sent = http.MethodPost, must(json.Marshal(body))
	}
	for attempt := 1; ; attempt++ {
		request := must(http.NewRequest(method, os.Getenv("PLATEN_URL")+path, bytes.NewReader(sent)))
		request.Header.Set("x-api-key", os.Getenv("PLATEN_KEY"))
		request.Header.Set("content-type", "application/json")
		response, err := client.Do(request)
		if err != nil {
			return nil, err
		}
		answer, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || response.StatusCode == http.StatusOK {
			return answer, err
		}
		wait, _ := time.ParseDuration(response.Header.Get("Retry-After") + "s")
		if status := response.StatusCode; status != 429 && status != 503 || wait == 0 || wait > time.Minute || attempt == 4 {
			return nil, fmt.Errorf("HTTP %d %s: %s", status, response.Header.Get("X-Svc-Error-Code"), answer)
		}
		time.Sleep(wait)
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func parcel(tracking, weight, item string) object {
	return object{
		"recipient": "Zoë Brontë-Smith", "address": "Flat 2A\n45 High Street\nLondon", "area": "SW1A", "unit": "1AA",
		"tracking": tracking, "order_id": "EF-20260315", "weight": weight, "item": item,
		"sender": "Ellwood & Finch Ltd\nManchester M1 2AB", "instructions": "Leave in the porch",
	}
}

func main() {
	label, printer := "/labels/"+os.Args[1], os.Args[2]
	var list struct{ Data []struct{ ID, Name string } }
	must(0, json.Unmarshal(must(ask("/labels?limit=100", nil)), &list))
	for _, saved := range list.Data {
		fmt.Println(saved.ID, saved.Name)
	}
	first, second := parcel("NW123456789GB", "1.25", "1 of 2"), parcel("NW123456789GB", "1.25", "2 of 2")
	must(0, os.WriteFile("label.png", must(ask(label+"/render", object{"format": "png", "variables": first})), 0o644))
	wrong := object{"records": []object{first, parcel("NW–1", "heavy", "1 of 2")}}
	_, err := ask(label+"/print?validate=true", wrong) // makes nothing
	fmt.Println("Not printed:", err)
	zpl := must(ask(label+"/print", object{"records": []object{first, second}, "copies": 2}))
	// Sent once: where the printer breaks off, some labels may be out, so look before they are sent again.
	connection := must(net.DialTimeout("tcp", printer, 10*time.Second))
	must(connection.Write(zpl))
	must(0, connection.(*net.TCPConn).CloseWrite())
	must(io.Copy(io.Discard, connection)) // it hangs up when it has all
}
