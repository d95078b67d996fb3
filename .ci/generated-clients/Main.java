import com.google.gson.Gson;
import com.google.gson.reflect.TypeToken;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.ApiResponse;
import org.openapitools.client.api.LabelsApi;
import org.openapitools.client.api.OutputApi;
import org.openapitools.client.model.PrintRequest;
import org.openapitools.client.model.RenderRequest;
import org.openapitools.client.model.ValidateResult;

/** Calls the service by the client that openapi-generator made. */
public class Main {
    public static void main(String[] args) throws Exception {
        ApiClient client = new ApiClient().setBasePath(System.getenv("PLATEN_URL"));
        client.setApiKey(System.getenv("PLATEN_KEY"));
        OutputApi output = new OutputApi(client);
        UUID label = UUID.fromString(System.getenv("PLATEN_LABEL"));
        Map<String, Object> variables =
            new Gson().fromJson(System.getenv("PLATEN_VARIABLES"), new TypeToken<Map<String, Object>>() {});

        System.out.println("labels " + new LabelsApi(client).listLabels(null, null, null).getData().size());

        RenderRequest picture = new RenderRequest().variables(variables).format(RenderRequest.FormatEnum.PNG);
        // The call itself, for the bytes: renderLabel() gives text, the first media type of the answer.
        byte[] png = output.renderLabelCall(label, picture, null, null, null).execute().body().bytes();
        System.out.println("png " + HexFormat.of().formatHex(png, 0, 4));

        RenderRequest commands = new RenderRequest().variables(variables);
        System.out.println("zpl " + output.renderLabel(label, commands, null, null).substring(0, 3));

        PrintRequest job = new PrintRequest().records(List.of(variables, variables)).copies(2);
        String valid = output.printLabels(label, job, true, null);
        System.out.println("valid " + ValidateResult.fromJson(valid).getLabels());

        ApiResponse<String> printed = output.printLabelsWithHttpInfo(label, job, null, null);
        String count = printed.getHeaders().get("x-svc-label-count").get(0);
        System.out.println("printed " + count + " " + printed.getData().substring(0, 3));

        try {
            output.printLabels(label, job.variables(variables), null, null);
        } catch (ApiException refused) {
            System.out.println(
                "refused " + org.openapitools.client.model.Error.fromJson(refused.getResponseBody()).getError());
        }
        System.exit(0); // OkHttp keeps its threads for a minute.
    }
}
