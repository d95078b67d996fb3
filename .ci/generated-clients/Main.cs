using System;
using System.Linq;
using System.Net.Http;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json;
using Platen;
using Headers = System.Collections.Generic.IReadOnlyDictionary<
    string, System.Collections.Generic.IEnumerable<string>>;

/// <summary>Answers of several media types as what was received: NSwag reads the text that it takes them for as JSON.</summary>
class Labels : PlatenApi
{
    public byte[] Received;
    public Headers ReceivedHeaders;

    public Labels(HttpClient http) : base(http) { }

    protected override async Task<ObjectResponseResult<T>> ReadObjectResponseAsync<T>(
        HttpResponseMessage response, Headers headers, CancellationToken cancelled)
    {
        if (typeof(T) != typeof(string)) return await base.ReadObjectResponseAsync<T>(response, headers, cancelled);
        Received = await response.Content.ReadAsByteArrayAsync();
        ReceivedHeaders = headers;
        var text = Encoding.UTF8.GetString(Received);
        return new ObjectResponseResult<T>((T)(object)text, text);
    }
}

/// <summary>Calls the service by the client that NSwag made.</summary>
static class Program
{
    static void Main()
    {
        Run().GetAwaiter().GetResult();
    }

    static async Task Run()
    {
        var http = new HttpClient();
        http.DefaultRequestHeaders.Add("x-api-key", Environment.GetEnvironmentVariable("PLATEN_KEY"));
        var client = new Labels(http) { BaseUrl = Environment.GetEnvironmentVariable("PLATEN_URL") };
        var label = Guid.Parse(Environment.GetEnvironmentVariable("PLATEN_LABEL"));
        var variables = JsonConvert.DeserializeObject<Variables>(
            Environment.GetEnvironmentVariable("PLATEN_VARIABLES"));

        Console.WriteLine("labels {0}", (await client.ListLabelsAsync(null, null, null)).Data.Count);

        var picture = new RenderRequest { Variables = variables, Format = RenderRequestFormat.Png };
        await client.RenderLabelAsync(label, null, null, picture);
        Console.WriteLine("png {0}", string.Concat(client.Received.Take(4).Select(part => part.ToString("x2"))));

        var zpl = await client.RenderLabelAsync(label, null, null, new RenderRequest { Variables = variables });
        Console.WriteLine("zpl {0}", zpl.Substring(0, 3));

        var job = new PrintRequest { Records = new[] { variables, variables }, Copies = 2 };
        var valid = await client.PrintLabelsAsync(label, true, null, job);
        Console.WriteLine("valid {0}", JsonConvert.DeserializeObject<ValidateResult>(valid).Labels);

        var printed = await client.PrintLabelsAsync(label, null, null, job);
        var count = client.ReceivedHeaders["X-Svc-Label-Count"].Single();
        Console.WriteLine("printed {0} {1}", count, printed.Substring(0, 3));

        job.Variables = variables;
        try
        {
            await client.PrintLabelsAsync(label, null, null, job);
        }
        catch (ApiException<Error> refused)
        {
            Console.WriteLine("refused {0}", refused.Result.Error1);
        }
    }
}
