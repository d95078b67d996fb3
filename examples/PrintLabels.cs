// Lists labels, draws one, checks a print job and prints it. PLATEN_URL (with its base path) and PLATEN_KEY are set.
// Usage: dotnet run PrintLabels.cs -- LABEL_ID HOST:9100
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Net.Sockets;
using System.Text;
using System.Threading.Tasks;
using System.Web;

static class PrintLabels
{
    static readonly string Url = Environment.GetEnvironmentVariable("PLATEN_URL");
    static readonly HttpClient Client = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false });

    /// Asks the service, four times in all while it is busy or the budget is used up. A redirect would take the key.
    static async Task<byte[]> Call(string path, string json = null)
    {
        for (int attempt = 1; ; attempt++)
        {
            var request = new HttpRequestMessage(json == null ? HttpMethod.Get : HttpMethod.Post, Url + path);
            request.Headers.Add("x-api-key", Environment.GetEnvironmentVariable("PLATEN_KEY"));
            if (json != null) request.Content = new StringContent(json, Encoding.UTF8, "application/json");
            var reply = await Client.SendAsync(request);
            var body = await reply.Content.ReadAsByteArrayAsync();
            if (reply.IsSuccessStatusCode) return body;
            const string Code = "X-Svc-Error-Code";
            var code = reply.Headers.Contains(Code) ? reply.Headers.GetValues(Code).First() : "";
            var wait = reply.Headers.RetryAfter?.Delta ?? TimeSpan.MaxValue;
            if (!new[] { 429, 503 }.Contains((int)reply.StatusCode) || wait > TimeSpan.FromMinutes(1) || attempt == 4)
                throw new HttpRequestException($"HTTP {(int)reply.StatusCode} {code}: {Encoding.UTF8.GetString(body)}");
            await Task.Delay(wait);
        }
    }

    /// Variables as a JSON object; a program for .NET alone, not for Mono too, uses System.Text.Json.
    static string Json(Dictionary<string, string> variables) =>
        "{" + string.Join(", ", variables.Select(pair => Quoted(pair.Key) + ": " + Quoted(pair.Value))) + "}";
    static string Quoted(string text) => HttpUtility.JavaScriptStringEncode(text, true);

    static string Parcel(string tracking, string weight, string item) => Json(new Dictionary<string, string>
    {
        ["recipient"] = "Zoë Brontë-Smith", ["address"] = "Flat 2A\n45 High Street\nLondon", ["area"] = "SW1A",
        ["unit"] = "1AA", ["tracking"] = tracking, ["order_id"] = "EF-20260315", ["weight"] = weight, ["item"] = item,
        ["sender"] = "Ellwood & Finch Ltd\nManchester M1 2AB", ["instructions"] = "Leave in the porch",
    });

    /// Sends once. Where the printer breaks off, some labels may be out: look before they are sent again.
    static void Send(byte[] zpl, Uri printer)
    {
        using (var connection = new TcpClient(printer.Host, printer.Port) { ReceiveTimeout = 30000 })
        {
            connection.GetStream().Write(zpl, 0, zpl.Length);
            connection.Client.Shutdown(SocketShutdown.Send);
            while (connection.GetStream().ReadByte() >= 0) { } // it hangs up when it has all
        }
    }

    static async Task Run(string label, Uri printer)
    {
        Console.WriteLine(Encoding.UTF8.GetString(await Call("/labels?limit=100")));
        string first = Parcel("NW123456789GB", "1.25", "1 of 2"), second = Parcel("NW123456789GB", "1.25", "2 of 2");
        var drawing = $"{{\"format\": \"png\", \"variables\": {first}}}";
        File.WriteAllBytes("label.png", await Call(label + "/render", drawing));
        var wrong = $"{{\"records\": [{first}, {Parcel("NW–1", "heavy", "1 of 2")}]}}";
        try { await Call(label + "/print?validate=true", wrong); }
        catch (HttpRequestException refused) { Console.WriteLine(refused.Message); }
        var zpl = await Call(label + "/print", $"{{\"records\": [{first}, {second}], \"copies\": 2}}");
        try { Send(zpl, printer); }
        catch (Exception failure) { throw new IOException($"printer {printer}: {failure.Message}", failure); }
    }

    static int Main(string[] args)
    {
        try { Run("/labels/" + args[0], new Uri("tcp://" + args[1])).GetAwaiter().GetResult(); return 0; }
        catch (Exception failure) { Console.Error.WriteLine(failure.Message); return 1; }
    }
}
