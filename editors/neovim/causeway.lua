-- causeway.lua - Modelica in Neovim (0.8 or newer) with the language server of Causeway.
-- Copy it to ~/.config/nvim/lua/, and put  require("causeway").setup()  into init.lua.  Options:
--   require("causeway").setup({ cmd = { "causeway", "lsp", "-L", vim.fn.expand("~/Modelica") } })
local M = {}

-- check, simulate, plot: what the lenses beside a model do
local function run(command, client)
  client.request("workspace/executeCommand", { command = command.command, arguments = command.arguments }, function(err, result)
    if err then return vim.notify(err.message, vim.log.levels.ERROR) end
    vim.notify(result.text, result.ok and vim.log.levels.INFO or vim.log.levels.ERROR)
    if result.picture then vim.fn.jobstart({ "xdg-open", result.picture }, { detach = true }) end
  end)
end

function M.setup(options)
  options = options or {}
  vim.filetype.add({ extension = { mo = "modelica", dym = "dymola" } })
  for _, name in ipairs({ "check", "simulate", "plot" }) do
    vim.lsp.commands["causeway." .. name] = function(command, context) run(command, vim.lsp.get_client_by_id(context.client_id)) end
  end
  vim.api.nvim_create_autocmd("FileType", {
    pattern = { "modelica", "dymola" },
    callback = function(event)
      local file = vim.api.nvim_buf_get_name(event.buf)
      local marks = vim.fs.find({ ".git", "causeway.lock", "package.mo" }, { path = vim.fs.dirname(file), upward = true, limit = math.huge })
      vim.bo[event.buf].commentstring = "// %s"
      vim.lsp.start({
        name = "causeway",
        cmd = options.cmd or { "causeway", "lsp" },
        root_dir = marks[#marks] and vim.fs.dirname(marks[#marks]) or vim.fs.dirname(file),
        on_attach = options.on_attach,
        capabilities = options.capabilities,
      })
    end,
  })
end

return M
