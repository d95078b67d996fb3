// Calls the service by the client that oapi-codegen made.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"

	"generated-clients/platen"

	"github.com/google/uuid"
)

func main() {
	ctx := context.Background()
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("x-api-key", os.Getenv("PLATEN_KEY"))
		return nil
	}
	client, err := platen.NewClientWithResponses(os.Getenv("PLATEN_URL"), platen.WithRequestEditorFn(withKey))
	check(err)
	id := uuid.MustParse(os.Getenv("PLATEN_LABEL"))
	var variables platen.Variables
	check(json.Unmarshal([]byte(os.Getenv("PLATEN_VARIABLES")), &variables))
	yes, copies := true, 2

	list, err := client.ListLabelsWithResponse(ctx, &platen.ListLabelsParams{})
	check(err)
	fmt.Println("labels", len(list.JSON200.Data))

	png := platen.RenderRequestFormatPng
	picture, err := client.RenderLabelWithResponse(ctx, id, &platen.RenderLabelParams{},
		platen.RenderRequest{Format: &png, Variables: &variables})
	check(err)
	fmt.Printf("png %x\n", picture.Body[:4])

	zpl, err := client.RenderLabelWithResponse(ctx, id, &platen.RenderLabelParams{},
		platen.RenderRequest{Variables: &variables})
	check(err)
	fmt.Println("zpl", string(zpl.Body[:3]))

	job := platen.PrintRequest{Records: &[]platen.Variables{variables, variables}, Copies: &copies}
	valid, err := client.PrintLabelsWithResponse(ctx, id, &platen.PrintLabelsParams{Validate: &yes}, job)
	check(err)
	fmt.Println("valid", valid.JSON200.Labels)

	printed, err := client.PrintLabelsWithResponse(ctx, id, &platen.PrintLabelsParams{}, job)
	check(err)
	fmt.Println("printed", printed.HTTPResponse.Header.Get("X-Svc-Label-Count"), string(printed.Body[:3]))

	both, err := client.PrintLabelsWithResponse(ctx, id, &platen.PrintLabelsParams{},
		platen.PrintRequest{Records: job.Records, Variables: &variables})
	check(err)
	fmt.Println("refused", both.JSON400.Error)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
