/**
 * The sliding window of `window.ts` in Lua, atomic because Redis runs one script at a time.
 *
 * A window is a list of charges, oldest first. Each is two doubles: when (microseconds), and the units charged
 * up to and with it. The element at index 0 is no charge any more: it only tells how many units have expired,
 * so that what is in use is a difference and nothing has to be added up. One element stands for all charges
 * of a millisecond, at the latest moment of them, which bounds a list at 60 002 elements of 18 bytes.
 *
 * The clock is the server's. If it was set back (or a replica with a slower one took over), all charges of a
 * window count as made now: they hold for longer than they should, but no unit too many is admitted.
 */
const WINDOW = `
local WINDOW = 60000000
local EXPIRY_MS = 61000

local function pack(at, total) return struct.pack('dd', at, total) end

-- Index of the first charge that passes; every later one must pass too. One past the end if none does.
local function first(key, passes)
  local function ok(index)
    local entry = redis.call('LINDEX', key, index)
    return not entry or passes(struct.unpack('dd', entry))
  end
  local high = 1
  while not ok(high) do high = high * 2 end
  local low = math.floor(high / 2) + 1
  while low < high do
    local middle = math.floor((low + high) / 2)
    if ok(middle) then high = middle else low = middle + 1 end
  end
  return low
end

local function window(key)
  local base, oldest = unpack(redis.call('LRANGE', key, 0, 1))
  if not base then return { key = key, used = 0, total = 0 } end
  local newest, total = struct.unpack('dd', redis.call('LINDEX', key, -1))
  if oldest and newest > now then
    redis.call('LTRIM', key, 0, 0)
    redis.call('RPUSH', key, pack(now, total))
    oldest, newest = pack(now, total), now
  elseif oldest and struct.unpack('dd', oldest) + WINDOW <= now then
    local live = first(key, function(at) return at + WINDOW > now end)
    redis.call('LTRIM', key, live - 1, -1)
    base, oldest = unpack(redis.call('LRANGE', key, 0, 1))
  end
  local _, expired = struct.unpack('dd', base)
  return {
    key = key,
    used = total - expired,
    total = total,
    exists = true,
    oldest = oldest and struct.unpack('dd', oldest),
    newest = oldest and newest,
  }
end

local function add(w, units)
  w.used = w.used + units
  w.total = w.total + units
  local entry = pack(now, w.total)
  if w.newest and math.floor(w.newest / 1000) == math.floor(now / 1000) then
    redis.call('LSET', w.key, -1, entry)
  elseif w.exists then
    redis.call('RPUSH', w.key, entry)
  else
    redis.call('RPUSH', w.key, pack(0, 0), entry)
  end
  w.oldest = w.oldest or now
  redis.call('PEXPIRE', w.key, EXPIRY_MS)
end

-- Whole seconds until a charge of that moment expires.
local function seconds(at) return math.max(1, math.ceil((at + WINDOW - now) / 1000000)) end

local function reset(w) return w.oldest and seconds(w.oldest) or 0 end

-- Whole seconds after which these units fit if nothing else is charged: 0 if now, 60 if never.
local function wait(w, units, limit)
  if w.used + units <= limit then return 0 end
  if units > limit then return 60 end
  local enough = w.total + units - limit
  local index = first(w.key, function(_, total) return total >= enough end)
  return seconds((struct.unpack('dd', redis.call('LINDEX', w.key, index))))
end
`;

/** Lua that sets `now`, in microseconds. */
export const SERVER_CLOCK = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
`;

/**
 * Charges both windows or neither. Keys: account, key; arguments: units, limit. Replies with the seconds to wait
 * (0 if charged), then the units left and the seconds until some expire, of the account and of the key.
 */
export const CHARGE = `${WINDOW}
local units, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local account, key = window(KEYS[1]), window(KEYS[2])
local needed = math.max(wait(account, units, limit), wait(key, units, limit))
if needed == 0 then
  add(account, units)
  add(key, units)
end
return { needed, limit - account.used, reset(account), limit - key.used, reset(key) }
`;

/**
 * Counts as many as fit, of several requests. Key: window; arguments: requests, limit. Replies with the number
 * admitted, and the seconds that the others have to wait.
 */
export const ADMIT = `${WINDOW}
local asked, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local counter = window(KEYS[1])
local admitted = math.max(0, math.min(asked, limit - counter.used))
if admitted > 0 then add(counter, admitted) end
return { admitted, wait(counter, 1, limit) }
`;
