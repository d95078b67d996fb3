<?php

// Lists labels, draws one, checks a print job and prints it. PLATEN_URL (with its base path) and PLATEN_KEY are set.
// Usage: php print-labels.php LABEL_ID HOST:9100

declare(strict_types=1);

/** Asks the service; while it is busy or the budget is used up, waits and asks again, four times in all. */
function call(string $path, ?array $body = null): string
{
    $curl = curl_init(getenv('PLATEN_URL') . $path);
    $sent = ['x-api-key: ' . getenv('PLATEN_KEY'), 'content-type: application/json'];
    curl_setopt_array($curl, [CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 30, CURLOPT_HTTPHEADER => $sent]);
    if ($body !== null) {
        curl_setopt($curl, CURLOPT_POSTFIELDS, json_encode($body, JSON_THROW_ON_ERROR));
    }
    $headers = [];
    curl_setopt($curl, CURLOPT_HEADERFUNCTION, function ($_, string $line) use (&$headers): int {
        [$name, $value] = [...explode(':', $line, 2), ''];
        $headers[strtolower($name)] = trim($value);
        return strlen($line);
    });
    for ($attempt = 1; ; $attempt++) {
        $answer = curl_exec($curl);
        if ($answer === false) {
            throw new RuntimeException(curl_error($curl));
        }
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        if ($status === 200) {
            return $answer;
        }
        $wait = (int) ($headers['retry-after'] ?? 0);
        if (!in_array($status, [429, 503]) || $wait === 0 || $wait > 60 || $attempt === 4) {
            $code = $headers['x-svc-error-code'] ?? '';
            throw new RuntimeException("HTTP $status $code: $answer", $status);
        }
        sleep($wait);
    }
}

/** Sends once. Where the printer breaks off, some labels may be out: look before they are sent again. */
function send(string $zpl, string $printer): void
{
    $connection = @stream_socket_client("tcp://$printer", $_, $error, 10);
    if ($connection === false) {
        throw new RuntimeException("printer $printer: $error");
    }
    if (@fwrite($connection, $zpl) !== strlen($zpl)) {
        throw new RuntimeException("printer $printer broke off");
    }
    stream_socket_shutdown($connection, STREAM_SHUT_WR);
    stream_get_contents($connection); // it hangs up when it has all
}

const PARCEL = [
    'recipient' => 'Zoë Brontë-Smith', 'address' => "Flat 2A\n45 High Street\nLondon", 'area' => 'SW1A',
    'unit' => '1AA', 'tracking' => 'NW123456789GB', 'order_id' => 'EF-20260315', 'weight' => '1.25', 'item' => '1 of 2',
    'sender' => "Ellwood & Finch Ltd\nManchester M1 2AB", 'instructions' => 'Leave in the porch',
];

[, $labelId, $printer] = $argv;
$label = "/labels/$labelId";
try {
    foreach (json_decode(call('/labels?limit=100'))->data as $saved) {
        echo "$saved->id  $saved->name, $saved->width x $saved->height mm\n";
    }
    file_put_contents('label.png', call("$label/render", ['format' => 'png', 'variables' => PARCEL]));
    $wrong = ['tracking' => 'NW–1', 'weight' => 'heavy'] + PARCEL;
    try {
        call("$label/print?validate=true", ['records' => [PARCEL, $wrong]]);
    } catch (RuntimeException $refused) {
        echo $refused->getMessage(), "\n"; // has what is wrong with which record; nothing was made
    }
    send(call("$label/print", ['records' => [PARCEL, ['item' => '2 of 2'] + PARCEL], 'copies' => 2]), $printer);
} catch (RuntimeException | JsonException $failure) {
    fwrite(STDERR, $failure->getMessage() . "\n");
    exit(1);
}
