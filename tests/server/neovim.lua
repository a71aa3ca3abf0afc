-- Neovim, driven without a terminal, as a user would: a file with a mistake, mended.  Run by neovim.sh.
local function wait(what, ready)
  if vim.wait(20000, ready, 20) then return end
  io.stderr:write("neovim: no " .. what .. "\n")
  vim.cmd("cquit")
end
local function want(what, found)
  if found then return end
  io.stderr:write("neovim: " .. what .. "\n")
  vim.cmd("cquit")
end
local said = {}
vim.notify = function(text) said[#said + 1] = text end

vim.cmd("edit w/Tank.mo")
local clients = vim.lsp.get_clients or vim.lsp.get_active_clients
local function served()
  local here = vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = 0 }) or vim.lsp.buf_get_clients(0)
  return next(here) ~= nil
end
wait("server", served)
want("kind of file: " .. vim.bo.filetype, vim.bo.filetype == "modelica")
local function colour(line, column) return vim.fn.synIDattr(vim.fn.synIDtrans(vim.fn.synID(line, column, 1)), "name") end
want("colours: " .. colour(1, 1) .. ", " .. colour(1, 15), colour(1, 1) == "Statement" and colour(1, 15) == "Constant")

-- a mistake is told where it is, gone when it is mended
wait("diagnostics", function() return #vim.diagnostic.get(0) > 0 end)
local d = vim.diagnostic.get(0)[1]
want("place of the mistake: " .. vim.inspect(d), d.lnum == 5 and d.message:find("levle"))
vim.fn.setline(6, "  der(level) = inflow/area;")
wait("end of the diagnostics", function() return #vim.diagnostic.get(0) == 0 end)

local function ask(method, line, column, more)
  local params = { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = line, character = column } }
  local answers = vim.lsp.buf_request_sync(0, method, vim.tbl_extend("force", params, more or {}), 20000)
  local _, answer = next(answers or {})
  want("answer to " .. method .. ": " .. vim.inspect(answers), answer and answer.result)
  return answer.result
end
local hover = ask("textDocument/hover", 5, 7)
want("hover: " .. vim.inspect(hover), hover.contents.value:find("height of the water"))
local place = ask("textDocument/definition", 5, 7)
want("definition: " .. vim.inspect(place), (place[1] or place).range.start.line == 3)
-- completion as Ctrl-X Ctrl-O does it
vim.fn.setline(6, "  der(level) = inf")
vim.api.nvim_win_set_cursor(0, { 6, 17 })
want("a completion function", vim.bo.omnifunc == "v:lua.vim.lsp.omnifunc")
local items = ask("textDocument/completion", 5, 18)
local found = false
for _, i in ipairs(items.items or items) do found = found or i.label == "inflow" end
want("completion of inflow", found)
vim.fn.setline(6, "  der(level) = inflow/area;")
want("references", #ask("textDocument/references", 3, 8, { context = { includeDeclaration = true } }) == 2)

-- keys: to the declaration, to what is wrong, what it is
local function press(keys) vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, false, true), "xt", false) end
vim.api.nvim_win_set_cursor(0, { 6, 7 })
press("<C-]>")
want("Ctrl-] leads to line " .. vim.fn.line("."), vim.fn.line(".") == 4)
local function windows() return #vim.api.nvim_list_wins() end
vim.api.nvim_win_set_cursor(0, { 6, 7 })
press("K")
wait("window of K", function() return windows() == 2 end)
for _, w in ipairs(vim.api.nvim_list_wins()) do
  if vim.api.nvim_win_get_config(w).relative ~= "" then vim.api.nvim_win_close(w, true) end
end
vim.fn.setline(6, "  der(level) = inflow/aera;")
wait("diagnostics", function() return #vim.diagnostic.get(0) > 0 end)
vim.api.nvim_win_set_cursor(0, { 1, 0 })
press("]d")
want("]d leads to line " .. vim.fn.line("."), vim.fn.line(".") == 6)
vim.fn.setline(6, "  der(level) = inflow/area;")
vim.cmd("silent! only")

-- its own words: the model around the cursor
vim.api.nvim_win_set_cursor(0, { 5, 0 })
vim.cmd("Causeway simulate")
wait("run", function() return #said > 0 end)
want("run: " .. said[1], said[1]:find("simulated to 1"))
vim.cmd("Causeway flat")
wait("flat text", function() return vim.bo.buftype == "nofile" end)
want("flat text", table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n"):find("der%(level%)"))
vim.cmd("close")
-- another file of the folder has the same server; a rename goes through all of them
vim.cmd("edit w/Plant.mo")
wait("server of the second file", served)
want("one server", #clients() == 1)
want("definition in another file", (function(r) return (r[1] or r).uri end)(ask("textDocument/definition", 1, 3)):find("Tank.mo"))
print("neovim: all as it should be")
vim.cmd("qall!")
