# frozen_string_literal: true

# Lists labels, draws one, checks a print job and prints it. PLATEN_URL (with its base path) and PLATEN_KEY are set.
# Usage: ruby print_labels.rb LABEL_ID HOST:9100

require 'json'
require 'net/http'
require 'socket'

PARCEL = {
  recipient: 'Zoë Brontë-Smith', address: "Flat 2A\n45 High Street\nLondon", area: 'SW1A', unit: '1AA',
  tracking: 'NW123456789GB', order_id: 'EF-20260315', weight: '1.25', item: '1 of 2',
  sender: "Ellwood & Finch Ltd\nManchester M1 2AB", instructions: 'Leave in the porch'
}.freeze

class ServiceError < StandardError
  attr_reader :status, :answer

  def initialize(response)
    @status = response.code.to_i
    @answer = response.body.dup.force_encoding(Encoding::UTF_8)
    super("HTTP #{status} #{response['X-Svc-Error-Code']}: #{answer}")
  end
end

# Asks the service; while it is busy or the budget is used up, waits and asks again, four times in all.
def call(path, body = nil)
  uri = URI(ENV.fetch('PLATEN_URL') + path)
  headers = { 'x-api-key' => ENV.fetch('PLATEN_KEY'), 'content-type' => 'application/json' }
  request = body ? Net::HTTP::Post.new(uri, headers) : Net::HTTP::Get.new(uri, headers)
  request.body = JSON.generate(body) if body
  (1..).each do |attempt|
    response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') { |http| http.request(request) }
    return response.body if response.is_a?(Net::HTTPOK)

    wait = response['Retry-After'].to_i
    raise ServiceError, response if !%w[429 503].include?(response.code) || wait.zero? || wait > 60 || attempt == 4

    sleep wait
  end
end

# What is wrong with a print job. Nothing is made.
def check(label, job)
  call("#{label}/print?validate=true", job)
  []
rescue ServiceError => e
  raise unless e.status == 422

  wrong = JSON.parse(e.answer, symbolize_names: true)
  fields = wrong.fetch(:fields, []).zip(wrong.fetch(:records, [])).map do |field, record|
    "record #{record}: #{field[:template]} is #{field[:value]}: #{field[:reason]}"
  end
  transforms = wrong.fetch(:transforms, []).map do |transform|
    format('record %<record>d: %<variable>s is %<value>s: %<reason>s', transform)
  end
  [wrong[:error], *fields, *transforms]
end

# Sends once. Where the printer breaks off, some labels may be out: look before they are sent again.
def send_to(printer, zpl)
  host, _, port = printer.rpartition(':')
  Socket.tcp(host, port.to_i, connect_timeout: 10) do |connection|
    connection.write(zpl)
    connection.close_write
    connection.read # it hangs up when it has all
  end
rescue SystemCallError => e
  raise "printer #{printer}: #{e.message}"
end

begin
  label = "/labels/#{ARGV.fetch(0)}"
  JSON.parse(call('/labels?limit=100'))['data'].each { |saved| puts "#{saved['id']}  #{saved['name']}" }
  File.binwrite('label.png', call("#{label}/render", { format: 'png', variables: PARCEL }))
  puts check(label, { records: [PARCEL, PARCEL.merge(tracking: 'NW–1', weight: 'heavy')] })
  send_to(ARGV.fetch(1), call("#{label}/print", { records: [PARCEL, PARCEL.merge(item: '2 of 2')], copies: 2 }))
rescue StandardError => e
  abort e.message
end
