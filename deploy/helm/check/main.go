// Command check lints a Helm chart with Helm's own rules, renders it, and decodes every manifest into the
// Kubernetes type that it names. Unlike `helm lint` it refuses a misspelled field.
//
//	go run . CHART VALUES.yaml...
//	go run . -jobs CHART VALUES.yaml
//
// With -jobs it prints the Jobs of the chart, a line of JSON each.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"helm.sh/helm/v3/pkg/lint"
	"helm.sh/helm/v3/pkg/lint/support"
	"helm.sh/helm/v3/pkg/releaseutil"
	batch "k8s.io/api/batch/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/client-go/kubernetes/scheme"
)

// Kinds whose types are not part of Kubernetes: those of the Prometheus operator and of the Gateway API.
var otherGroups = []string{"apiVersion: monitoring.coreos.com/v1", "apiVersion: gateway.networking.k8s.io/v1"}

func main() {
	jobs := flag.Bool("jobs", false, "print the Jobs")
	flag.Parse()
	if flag.NArg() < 2 {
		fmt.Fprintln(os.Stderr, "usage: check [-jobs] CHART VALUES.yaml...")
		os.Exit(2)
	}
	chart := flag.Arg(0)
	for _, values := range flag.Args()[1:] {
		objects, err := check(chart, values)
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s with %s: %v\n", chart, values, err)
			os.Exit(1)
		}
		if *jobs {
			printJobs(objects)
		} else {
			fmt.Printf("%s: %d manifests\n", values, len(objects))
		}
	}
}

func printJobs(objects []runtime.Object) {
	for _, object := range objects {
		if job, ok := object.(*batch.Job); ok {
			line, _ := json.Marshal(job)
			fmt.Println(string(line))
		}
	}
}

// Returns the objects of all manifests; nil for one of another group.
func check(path, valuesPath string) ([]runtime.Object, error) {
	values, err := chartutil.ReadValuesFile(valuesPath)
	if err != nil {
		return nil, err
	}
	for _, message := range lint.All(path, values, "default", true).Messages {
		if message.Severity >= support.WarningSev {
			return nil, message
		}
	}
	chart, err := loader.Load(path)
	if err != nil {
		return nil, err
	}
	release := chartutil.ReleaseOptions{Name: "release", Namespace: "default", IsInstall: true}
	all, err := chartutil.ToRenderValues(chart, values, release, chartutil.DefaultCapabilities)
	if err != nil {
		return nil, err
	}
	files, err := engine.Render(chart, all)
	if err != nil {
		return nil, err
	}
	decoder := serializer.NewCodecFactory(scheme.Scheme, serializer.EnableStrict).UniversalDeserializer()
	var objects []runtime.Object
	for name, content := range files {
		if strings.HasSuffix(name, "NOTES.txt") {
			continue
		}
		for _, manifest := range releaseutil.SplitManifests(content) {
			object, err := decode(decoder, manifest)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			objects = append(objects, object)
		}
	}
	return objects, nil
}

func decode(decoder runtime.Decoder, manifest string) (runtime.Object, error) {
	for _, group := range otherGroups {
		if strings.Contains(manifest, group) {
			return nil, nil
		}
	}
	object, _, err := decoder.Decode([]byte(manifest), nil, nil)
	return object, err
}
