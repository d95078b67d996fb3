// Command check lints a Helm chart with Helm's own rules, renders it, and decodes every manifest into the
// Kubernetes type that it names. Unlike `helm lint` it refuses a misspelled field.
//
//	go run . CHART VALUES.yaml...
//
// Helm 3.11 is the last that builds with Debian 12's own Go; its rules and the kinds used here have not changed.
package main

import (
	"fmt"
	"os"
	"strings"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"helm.sh/helm/v3/pkg/lint"
	"helm.sh/helm/v3/pkg/lint/support"
	"helm.sh/helm/v3/pkg/releaseutil"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/client-go/kubernetes/scheme"
)

// The Prometheus operator's kinds, whose types are not part of Kubernetes.
const operatorGroup = "apiVersion: monitoring.coreos.com/v1"

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: check CHART VALUES.yaml...")
		os.Exit(2)
	}
	for _, values := range os.Args[2:] {
		count, err := check(os.Args[1], values)
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s with %s: %v\n", os.Args[1], values, err)
			os.Exit(1)
		}
		fmt.Printf("%s: %d manifests\n", values, count)
	}
}

func check(path, valuesPath string) (int, error) {
	values, err := chartutil.ReadValuesFile(valuesPath)
	if err != nil {
		return 0, err
	}
	for _, message := range lint.All(path, values, "default", true).Messages {
		if message.Severity >= support.WarningSev {
			return 0, message
		}
	}
	chart, err := loader.Load(path)
	if err != nil {
		return 0, err
	}
	release := chartutil.ReleaseOptions{Name: "release", Namespace: "default", IsInstall: true}
	all, err := chartutil.ToRenderValues(chart, values, release, chartutil.DefaultCapabilities)
	if err != nil {
		return 0, err
	}
	files, err := engine.Render(chart, all)
	if err != nil {
		return 0, err
	}
	decoder := serializer.NewCodecFactory(scheme.Scheme, serializer.EnableStrict).UniversalDeserializer()
	count := 0
	for name, content := range files {
		if strings.HasSuffix(name, "NOTES.txt") {
			continue
		}
		for _, manifest := range releaseutil.SplitManifests(content) {
			count++
			if err := decode(decoder, manifest); err != nil {
				return 0, fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return count, nil
}

func decode(decoder runtime.Decoder, manifest string) error {
	if strings.Contains(manifest, operatorGroup) {
		return nil
	}
	_, _, err := decoder.Decode([]byte(manifest), nil, nil)
	return err
}
