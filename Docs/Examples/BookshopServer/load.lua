-- The mix of the load test: of a hundred requests seventy read and thirty write.
-- wrk runs it in each of its threads, which do not know of each other.

local json = { ["Content-Type"] = "application/json" }
local anything = { ["Content-Type"] = "application/json", ["If-Match"] = "*" }
local books = tonumber(os.getenv("BOOKS") or "1000")
local after = nil

local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  statuses = ""
  math.randomseed(os.time() + tonumber(tostring({}):match("0x(%x+)"), 16) % 100000)
  counts = {}
end

local function book()
  return "Book-" .. math.random(25, books)
end

local function order()
  local lines = {}
  for line = 1, math.random(1, 3) do
    lines[line] = string.format('{"isbn":"%.0f","quantity":1}', 9780000000000 + math.random(24, books - 1))
  end
  return string.format('{"customer":"wrk","lines":[%s]}', table.concat(lines, ","))
end

function request()
  local kind = math.random(100)
  if kind <= 41 then
    return wrk.format("GET", "/books/" .. book())
  elseif kind <= 56 then
    return wrk.format("GET", "/books?offset=" .. math.random(0, books - 20) .. "&limit=20")
  elseif kind <= 69 then
    return wrk.format("GET", after or "/books?limit=20")
  elseif kind <= 70 then
    return wrk.format("GET", "/books/search?q=Volume%20" .. math.random(10, 99))
  elseif kind <= 85 then
    return wrk.format("POST", "/orders", json, order())
  else
    local body = string.format('{"price":%d}', math.random(5, 50))
    return wrk.format("PATCH", "/books/" .. book(), anything, body)
  end
end

function response(status, headers, body)
  if status >= 400 then counts[status] = (counts[status] or 0) + 1 end
  -- The next page by key, which only the answer says.
  local next = body:match('"next":"(/books%?after=[^"]*)"')
  if next then after = next elseif body:match('"items":') then after = nil end
  statuses = ""
  for code, count in pairs(counts) do statuses = statuses .. code .. ":" .. count .. " " end
end

function done(summary, latency, requests)
  local seconds = summary.duration / 1e6
  local errors = summary.errors
  local codes = ""
  for _, thread in ipairs(threads) do codes = codes .. thread:get("statuses") end
  print(string.format("requests             %d", summary.requests))
  print(string.format("requests a second    %.0f", summary.requests / seconds))
  print(string.format("median               %.2f ms", latency:percentile(50) / 1000))
  print(string.format("99 of 100 within     %.2f ms", latency:percentile(99) / 1000))
  print(string.format("slowest              %.2f ms", latency.max / 1000))
  print(string.format("errors               %d of status %s, %d of connections",
    errors.status, codes == "" and "4xx, 5xx" or codes,
    errors.connect + errors.read + errors.write + errors.timeout))
end
