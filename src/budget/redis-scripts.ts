/**
 * The sliding window of `window.ts` in Lua, atomic because Redis runs one script at a time.
 *
 * A window is a list of charges, oldest first. Each is two doubles: when (microseconds), and the units charged
 * up to and with it. The element at index 0 is no charge any more: it only tells how many units have expired,
 * so that what is in use is a difference and nothing has to be added up. One element stands for all charges
 * of a millisecond, at the latest moment of them, which bounds a list at some 60 002 elements of 18 bytes.
 *
 * The time is the deployment's (deployment-clock.ts), as far as the instance that asks knows it: not before
 * `least`, not after `most`. A charge is made at `most` and expires by `least`, so it never counts for less than
 * its time, whoever asks next. Redis' own clock decides nothing but when an idle window is deleted: a day later,
 * since a clock that jumps must not delete one that counts.
 */
const WINDOW = `
local WINDOW = 60000000
local KEPT_MS = 86400000
-- How far two instances may differ: more than any answer takes that is waited for.
local APART = 1000000

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
  if not base then return { key = key, used = 0, total = 0, newest = 0 } end
  local newest, total = struct.unpack('dd', redis.call('LINDEX', key, -1))
  if oldest and newest > most + APART then
    -- The deployment's time was lost. No charge is known to be older than now.
    redis.call('LTRIM', key, 0, 0)
    redis.call('RPUSH', key, pack(most, total))
    oldest, newest = pack(most, total), most
  elseif oldest and struct.unpack('dd', oldest) + WINDOW <= least then
    local live = first(key, function(at) return at + WINDOW > least end)
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
    newest = oldest and newest or 0,
  }
end

-- At a moment that is not before its newest charge.
local function add(w, units, at)
  w.used = w.used + units
  w.total = w.total + units
  local entry = pack(at, w.total)
  if math.floor(w.newest / 1000) == math.floor(at / 1000) then
    redis.call('LSET', w.key, -1, entry)
  elseif w.exists then
    redis.call('RPUSH', w.key, entry)
  else
    redis.call('RPUSH', w.key, pack(0, 0), entry)
  end
  w.oldest = w.oldest or at
  redis.call('PEXPIRE', w.key, KEPT_MS)
end

-- Whole seconds until a charge of that moment expires.
local function seconds(at) return math.min(60, math.max(1, math.ceil((at + WINDOW - least) / 1000000))) end

-- Whole seconds after which these units fit if nothing else is charged: 0 if now, 60 if never.
local function wait(w, units, limit)
  if w.used + units <= limit then return 0 end
  if units > limit then return 60 end
  local enough = w.total + units - limit
  local index = first(w.key, function(_, total) return total >= enough end)
  return seconds((struct.unpack('dd', redis.call('LINDEX', w.key, index))))
end

-- The units left, and the seconds until there are more. More than the limit is in use where that has become lower.
local function left(w, limit)
  if w.used > limit then return 0, wait(w, 1, limit) end
  return limit - w.used, w.oldest and seconds(w.oldest) or 0
end

-- The reply about both windows.
local function reply(needed, account, key, limit, at)
  local accountLeft, accountReset = left(account, limit)
  local keyLeft, keyReset = left(key, limit)
  return { needed, accountLeft, accountReset, keyLeft, keyReset, at }
end
`;

/** The deployment's time as the calling instance knows it. */
const KNOWN_TIME = `
local least, most = tonumber(ARGV[1]), tonumber(ARGV[2])
`;

/** Lua that sets `server`, the server's own clock, in microseconds. */
export const SERVER_CLOCK = `
local time = redis.call('TIME')
local server = time[1] * 1000000 + time[2]
`;

/**
 * The deployment's time goes on as the server's clock does, but no further than `most`, never back, and not
 * less than to `least`. Key 1 has it, and what the server's clock said then.
 */
const DEPLOYMENT_TIME = `${KNOWN_TIME}
local last, at = 0, 0
local stored = redis.call('GET', KEYS[1])
if stored then last, at = struct.unpack('dd', stored) end
local now = math.max(last, least, math.min(last + server - at, most))
redis.call('SET', KEYS[1], struct.pack('dd', now, server))
least, most = now, now
`;

/** Key: the clock; arguments: least, most. Replies with the deployment's time. Needs `server`. */
export const TELL_TIME = `${DEPLOYMENT_TIME}
return now
`;

/**
 * Counts as many as fit, of several requests. Keys: clock, window; arguments: least, most, requests, limit. Replies
 * with the number admitted, the seconds that the others have to wait, and the deployment's time. Needs `server`.
 */
export const ADMIT = `${DEPLOYMENT_TIME}${WINDOW}
local asked, limit = tonumber(ARGV[3]), tonumber(ARGV[4])
local counter = window(KEYS[2])
local admitted = math.max(0, math.min(asked, limit - counter.used))
if admitted > 0 then add(counter, admitted, math.max(now, counter.newest)) end
return { admitted, wait(counter, 1, limit), now }
`;

/**
 * Charges both windows or neither. Keys: account, key; arguments: least, most, units, whole, limit. Replies with the
 * seconds to wait for the whole (0 if charged), the units left and the seconds until some expire, of the account and
 * of the key, and the moment of the charge.
 */
export const CHARGE = `${KNOWN_TIME}${WINDOW}
local units, whole, limit = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local account, key = window(KEYS[1]), window(KEYS[2])
local at = math.max(most, account.newest, key.newest)
local needed = 0
if account.used + units <= limit and key.used + units <= limit then
  add(account, units, at)
  add(key, units, at)
else
  needed = math.max(wait(account, whole, limit), wait(key, whole, limit))
end
return reply(needed, account, key, limit, at)
`;

/**
 * Takes a charge back. Keys: account, key; arguments: least, most, units, the moment of the charge, limit. Replies as
 * `CHARGE` does, with nothing to wait for.
 *
 * All later elements of both windows are rewritten, at about a microsecond each, while Redis does nothing else. A
 * job is refused milliseconds after its charge, so they are few; where they are more than `LATER_MOST`, the charge
 * stays.
 */
export const REFUND = `${KNOWN_TIME}${WINDOW}
local units, at, limit = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local millisecond = math.floor(at / 1000)
local LATER_MOST = 2000

-- The index of the first charge that is not of an earlier millisecond; false where it cannot be taken back.
local function chargeIn(key)
  -- What has expired goes first.
  window(key)
  local index = first(key, function(time) return math.floor(time / 1000) >= millisecond end)
  local count = redis.call('LLEN', key)
  return index < count and count - index <= LATER_MOST and index
end

local function without(key, index)
  local entries = redis.call('LRANGE', key, index - 1, -1)
  local _, before = struct.unpack('dd', entries[1])
  local time, total = struct.unpack('dd', entries[2])
  if math.floor(time / 1000) ~= millisecond or total - before < units then return end
  redis.call('LTRIM', key, 0, index - 1)
  local later = {}
  for entry = 2, #entries do
    time, total = struct.unpack('dd', entries[entry])
    if total - units > before then later[#later + 1] = pack(time, total - units) end
  end
  if #later > 0 then redis.call('RPUSH', key, unpack(later)) end
end

local inAccount, inKey = chargeIn(KEYS[1]), chargeIn(KEYS[2])
if inAccount and inKey then
  without(KEYS[1], inAccount)
  without(KEYS[2], inKey)
end
return reply(0, window(KEYS[1]), window(KEYS[2]), limit, at)
`;
