{{- define "platen.labels" -}}
{{ include "platen.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{/* Not the migration's pods: the Service and the policies must not pick those. */}}
{{- define "platen.selector" -}}
app.kubernetes.io/name: platen
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: server
{{- end }}

{{- define "platen.rendererLabels" -}}
{{ include "platen.rendererSelector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "platen.rendererSelector" -}}
app.kubernetes.io/name: platen
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: renderer
{{- end }}

{{- define "platen.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end -}}
{{- end }}

{{- define "platen.name" -}}
{{ .Values.nameOverride | default .Release.Name }}
{{- end }}

{{/* Facts that all pods share. */}}
{{- define "platen.pod" -}}
automountServiceAccountToken: false
# The Kubernetes API's list of services would only clutter the environment.
enableServiceLinks: false
securityContext: {{- include "platen.podSecurity" . | nindent 2 }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "platen.volumes" -}}
{{- if .Values.fonts.volume }}
- name: fonts
  {{- toYaml .Values.fonts.volume | nindent 2 }}
{{- end }}
{{- with .Values.volumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "platen.volumeMounts" -}}
{{- if .Values.fonts.volume }}
- { name: fonts, mountPath: /fonts, readOnly: true }
{{- end }}
{{- with .Values.volumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Probes and the end of what serves requests. */}}
{{- define "platen.probes" -}}
# Starts within seconds, or is started again after a minute.
startupProbe:
  httpGet: { path: /healthz, port: ops }
  periodSeconds: 1
  timeoutSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /healthz, port: ops }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 3
# Every second: traffic comes back that soon after PostgreSQL or Redis did.
readinessProbe:
  httpGet: { path: /readyz, port: ops }
  periodSeconds: 1
  timeoutSeconds: 3
  failureThreshold: 3
lifecycle:
  preStop:
    exec: { command: [sleep, {{ .Values.preStopSeconds | quote }}] }
{{- end }}

{{/* Bounds and metrics of an autoscaler. */}}
{{- define "platen.autoscaling" -}}
minReplicas: {{ .minReplicas }}
maxReplicas: {{ .maxReplicas }}
metrics:
  - type: Resource
    resource:
      name: cpu
      target: { type: Utilization, averageUtilization: {{ .cpuUtilizationPercent }} }
  {{- if .poolWait.enabled }}
  # The mean seconds that tasks waited for a thread, from a metrics adapter: docs/operations.md.
  - type: Pods
    pods:
      metric: { name: platen_pool_wait_seconds_mean }
      target: { type: AverageValue, averageValue: {{ .poolWait.seconds | quote }} }
  {{- end }}
behavior:
  # Up at once, down slowly: a new instance's caches are cold.
  scaleUp: { stabilizationWindowSeconds: 0 }
  scaleDown: { stabilizationWindowSeconds: 300 }
{{- end }}

{{- define "platen.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "platen.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "platen.secret" -}}
{{ required "existingSecret: name a Secret with DATABASE_URL and REDIS_URL" .Values.existingSecret }}
{{- end }}

{{- define "platen.batchLabels" -}}
{{ include "platen.batchSelector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "platen.batchSelector" -}}
app.kubernetes.io/name: platen
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: {{ .Values.batch.name }}
{{- end }}

{{- define "platen.batchMergeLabels" -}}
app.kubernetes.io/name: platen
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: {{ .Values.batch.name }}-merge
{{- end }}

{{- define "platen.batchPod" -}}
restartPolicy: Never
serviceAccountName: {{ include "platen.name" . }}-{{ .Values.batch.name }}
{{ include "platen.pod" . }}
volumes:
  - { name: tmp, emptyDir: {} }
  {{- if .Values.batch.files }}
  - { name: files, configMap: { name: {{ include "platen.name" . }}-{{ .Values.batch.name }} } }
  {{- end }}
  {{- with include "platen.volumes" . }}
  {{- . | trim | nindent 2 }}
  {{- end }}
  {{- with .Values.batch.volumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{- define "platen.batchContainer" -}}
image: {{ include "platen.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext: {{- include "platen.containerSecurity" . | nindent 2 }}
{{- with .Values.batch.existingSecret }}
envFrom: [{ secretRef: { name: {{ . }} } }]
{{- end }}
env:
  {{- if .Values.fonts.volume }}
  - { name: FONTS_DIR, value: /fonts }
  {{- end }}
  {{- range $name, $value := .Values.batch.env }}
  - { name: {{ $name }}, value: {{ $value | quote }} }
  {{- end }}
volumeMounts:
  # Rows that have to be converted, and pages of PDFs.
  - { name: tmp, mountPath: /tmp }
  {{- if .Values.batch.files }}
  - { name: files, mountPath: /files, readOnly: true }
  {{- end }}
  {{- with include "platen.volumeMounts" . }}
  {{- . | trim | nindent 2 }}
  {{- end }}
  {{- with .Values.batch.volumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}
