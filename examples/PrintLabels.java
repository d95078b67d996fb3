// Lists labels, draws one, checks a print job and prints it. PLATEN_URL (with its base path) and PLATEN_KEY are set.
// Usage: java -Dfile.encoding=UTF-8 PrintLabels.java LABEL_ID HOST:9100
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.*;
import java.net.http.*;
import java.nio.file.*;
import java.time.Duration;
import java.util.*;
import java.util.regex.Pattern;

public final class PrintLabels {
    private static final HttpClient CLIENT = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

    /** Asks the service; while it is busy or the budget is used up, waits and asks again, four times in all. */
    static byte[] call(String path, String json) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(System.getenv("PLATEN_URL") + path))
            .timeout(Duration.ofSeconds(30))
            .headers("x-api-key", System.getenv("PLATEN_KEY"), "content-type", "application/json")
            .method(json.isEmpty() ? "GET" : "POST", HttpRequest.BodyPublishers.ofString(json)).build();
        for (int attempt = 1; ; attempt++) {
            var response = CLIENT.send(request, HttpResponse.BodyHandlers.ofByteArray());
            if (response.statusCode() == 200) return response.body();
            long wait = response.headers().firstValueAsLong("Retry-After").orElse(0);
            if (!List.of(429, 503).contains(response.statusCode()) || wait == 0 || wait > 60 || attempt == 4)
                throw new IOException("HTTP %d %s: %s".formatted(response.statusCode(),
                    response.headers().firstValue("X-Svc-Error-Code").orElse(""), new String(response.body(), UTF_8)));
            Thread.sleep(wait * 1000);
        }
    }

    /** Variables as a JSON object; programs that have a library for JSON use that. */
    static String json(Map<String, String> variables) {
        return "{" + String.join(", ", variables.entrySet().stream()
            .map(variable -> quoted(variable.getKey()) + ": " + quoted(variable.getValue())).toList()) + "}";
    }

    static String quoted(String text) {
        return '"' + Pattern.compile("[\\x00-\\x1f\"\\\\]").matcher(text)
            .replaceAll(found -> String.format("\\\\u%04x", (int) found.group().charAt(0))) + '"';
    }

    static String parcel(String tracking, String weight, String item) {
        return json(Map.of(
            "recipient", "Zoë Brontë-Smith", "address", "Flat 2A\n45 High Street\nLondon", "area", "SW1A",
            "unit", "1AA", "tracking", tracking, "order_id", "EF-20260315", "weight", weight, "item", item,
            "sender", "Ellwood & Finch Ltd\nManchester M1 2AB", "instructions", "Leave in the porch"));
    }

    /** Sends once. Where the printer breaks off, some labels may be out: look before they are sent again. */
    static void send(byte[] zpl, URI printer) throws IOException {
        try (var socket = new Socket(printer.getHost(), printer.getPort())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(zpl);
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes(); // it hangs up when it has all
        } catch (IOException failure) {
            throw new IOException(printer + ": " + failure.getMessage(), failure);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        String label = "/labels/" + args[0], first = parcel("NW123456789GB", "1.25", "1 of 2");
        try {
            System.out.println(new String(call("/labels?limit=100", ""), UTF_8));
            String drawing = "{\"format\": \"png\", \"variables\": " + first + "}";
            Files.write(Path.of("label.png"), call(label + "/render", drawing));
            String wrong = "{\"records\": [" + first + ", " + parcel("NW–1", "heavy", "1 of 2") + "]}";
            try { call(label + "/print?validate=true", wrong); } // makes nothing
            catch (IOException refused) { System.out.println(refused.getMessage()); }
            String second = parcel("NW123456789GB", "1.25", "2 of 2");
            String job = "{\"records\": [" + first + ", " + second + "], \"copies\": 2}";
            send(call(label + "/print", job), URI.create("tcp://" + args[1]));
        } catch (IOException failure) {
            System.err.println(failure);
            System.exit(1);
        }
    }
}
